import * as dagre from '@dagrejs/dagre';

export interface StatePosition {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface LaidEdge {
  readonly points: readonly Point[];
  readonly label: StatePosition | undefined;
}

export interface StateLayout {
  readonly width: number;
  readonly height: number;
  readonly places: ReadonlyMap<string, StatePosition>;
  readonly edges: readonly LaidEdge[];
}

interface DagreGraph {
  setGraph(options: object): void;
  setNode(name: string, size: object): void;
  setEdge(from: string, to: string, label: object, name: string): void;
  graph(): { readonly width?: number; readonly height?: number };
  node(name: string): StatePosition;
  edge(from: string, to: string, name: string): StatePosition & { readonly points: readonly Point[] };
}

/** The package's own types import files without their endings, which Node's resolution does not find. */
const { Graph, layout } = dagre as unknown as {
  readonly Graph: new (options: { readonly multigraph: boolean }) => DagreGraph;
  layout(graph: DagreGraph): void;
};

/** Widths of letters in the fonts of the stylesheet: 14 px semibold for states, 12 px for labels. */
const STATE_LETTER = 8.6;
const LABEL_LETTER = 6.4;
const STATE_HEIGHT = 38;
const LABEL_HEIGHT = 18;
const MARGIN = 6;

/** Places the states in layers from top to bottom, so that a diagram is narrow enough for a phone. */
export function layOut(
  states: readonly string[],
  edges: readonly { readonly from: string; readonly to: string; readonly label: string }[],
): StateLayout {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 26, edgesep: 14, ranksep: 30, marginx: MARGIN, marginy: MARGIN });
  for (const state of states) {
    graph.setNode(state, { width: Math.round(state.length * STATE_LETTER) + 26, height: STATE_HEIGHT });
  }
  edges.forEach(({ from, to, label }, index) => {
    const size = { width: Math.round(label.length * LABEL_LETTER) + 8, height: LABEL_HEIGHT };
    graph.setEdge(from, to, { ...size, labelpos: 'c' }, String(index));
  });
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    ...{ width: Math.ceil(width), height: Math.ceil(height) },
    places: new Map(states.map((state) => [state, graph.node(state)])),
    edges: edges.map(({ from, to, label }, index) => {
      const edge = graph.edge(from, to, String(index));
      return { points: edge.points, label: label === '' ? undefined : edge };
    }),
  };
}

const at = ({ x, y }: Point): string => `${Math.round(x)} ${Math.round(y)}`;
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** A smooth path through the points. Its last curve ends at the last point, because the arrowhead follows its direction. */
export function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (!first || !last) return '';
  const curves = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? last;
    return `Q${at(point)} ${at(index === rest.length - 2 ? last : middle(point, next))}`;
  });
  return `M${at(first)}${curves.length > 0 ? curves.join('') : `L${at(last)}`}`;
}

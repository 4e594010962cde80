const BOX = { width: 104, height: 40 };

/** A transition from one status to another, with its actions. The build fails if the domain does not allow one there. */
export interface Edge<Status, Action> {
  readonly from: Status;
  readonly to: Status;
  readonly actions: readonly Action[];
  readonly path: string;
  readonly label?: readonly [text: string, x: number, y: number];
}

export interface StateDiagram<Status extends string, Action> {
  /** The record, such as `an invoice`. */
  readonly of: string;
  readonly places: Readonly<Record<Status, readonly [x: number, y: number]>>;
  /** The first status, which no arrow reaches. */
  readonly first: Status;
  readonly edges: readonly Edge<Status, Action>[];
  /** The actions of the domain. Each is drawn, or in `notDrawn`. */
  readonly actions: readonly Action[];
  /** Actions that keep the status, or whose arrow would hide the usual ones. */
  readonly notDrawn: readonly Action[];
  readonly allows: (action: Action, status: Status) => boolean;
  readonly height: number;
}

/** What the diagram and the domain do not have in common. */
function differences<Status extends string, Action extends string>(diagram: StateDiagram<Status, Action>): string[] {
  const { first, places, edges, actions, notDrawn, allows } = diagram;
  const drawn = new Set(edges.flatMap((edge) => edge.actions));
  const reached = new Set(edges.map(({ to }) => to));
  return [
    ...edges.flatMap(({ from, to, actions: taken }) =>
      taken
        .filter((action) => !allows(action, from))
        .map((action) => `draws ${action} from ${from} to ${to}, which the domain does not allow`),
    ),
    ...actions
      .filter((action) => drawn.has(action) === notDrawn.includes(action))
      .map((action) => `must either draw ${action} or list it in notDrawn`),
    ...(Object.keys(places) as Status[])
      .filter((status) => status !== first && !reached.has(status))
      .map((status) => `draws no arrow to ${status}`),
  ];
}

/** The usual transitions between states as an inline drawing. Colours come from the stylesheet. */
export function drawStates<Status extends string, Action extends string>(
  diagram: StateDiagram<Status, Action>,
): string {
  const { of, places, edges, height } = diagram;
  const wrong = differences(diagram);
  if (wrong.length > 0) throw new Error(`The diagram of ${of} ${wrong.join('; it ')}.`);
  const boxes = (Object.entries(places) as [Status, readonly [number, number]][]).map(([status, [x, y]]) => {
    const corner = `x="${x - BOX.width / 2}" y="${y - BOX.height / 2}"`;
    return `<rect ${corner} width="${BOX.width}" height="${BOX.height}" rx="10"/><text x="${x}" y="${y + 5}">${status}</text>`;
  });
  const id = of.replace(/\W+/g, '-');
  const lines = edges.map(({ path, label }) => {
    const text = label ? `<text class="label" x="${label[1]}" y="${label[2]}">${label[0]}</text>` : '';
    return `<path class="edge" marker-end="url(#${id}-arrow)" d="${path}"/>${text}`;
  });
  const story = edges.map(({ from, to }) => `${from} to ${to}`).join(', ');
  return `<figure class="diagram" role="group" aria-label="Diagram: states of ${of}" tabindex="0"><svg viewBox="0 0 740 ${height}" role="img" aria-labelledby="${id}-title ${id}-text"><title id="${id}-title">States of ${of}</title><desc id="${id}-text">Transitions between the states: ${story}.</desc><defs><marker id="${id}-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>${lines.join('')}${boxes.join('')}</svg></figure>`;
}

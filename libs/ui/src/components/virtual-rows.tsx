import { defaultRangeExtractor, useWindowVirtualizer, type Range, type VirtualItem } from '@tanstack/react-virtual';
import {
  Fragment,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { keepColumnsSteady } from '../steady-columns.js';

export interface GrowingRows {
  /** Names the list whose heights of rows are remembered until it is shown again. */
  readonly name: string;
  readonly keys: readonly (string | number)[];
  /** The height of the rows until some are measured. */
  readonly height: number;
  /** The row of this key is in the page wherever the window is. */
  readonly kept?: string | number | undefined;
  readonly render: (index: number, measure?: Ref<HTMLTableRowElement>) => ReactNode;
}

/** Rows beyond each edge of the window, so that Tab finds the next one, and a fast scroll no blank. */
const OVERSCAN = 4;

interface RememberedHeights {
  readonly width: number;
  readonly typical: number;
  readonly rows: VirtualItem[];
}

/** So that a list that one comes back to is as high as it was. */
const heights = new Map<string, RememberedHeights>();

/** The mean height of the rows in the page, which is expected of the others. */
function typicalOf(body: HTMLElement): number | undefined {
  const rows = [...body.querySelectorAll<HTMLElement>('[data-index]')];
  return rows.length === 0 ? undefined : rows.reduce((sum, row) => sum + row.offsetHeight, 0) / rows.length;
}

/** The rows near the window. Empty rows are as high as those that are left out. */
export default function VirtualRows({ name, keys, height, kept, render }: GrowingRows) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [margin, setMargin] = useState(0);
  const [focused, setFocused] = useState<string>();
  const known = heights.get(name);
  const remembered = known?.width === innerWidth ? known : undefined;
  const [typical, setTypical] = useState(remembered?.typical);
  // Another function for another height, at which the rows that are not measured get new places.
  const keyOf = useMemo(() => Object.assign((index: number) => keys[index] ?? index, { typical }), [keys, typical]);
  // The neighbours of the row with the focus are there for Tab, even after the window was scrolled away from it.
  const extraOf = (key: string | number | undefined, around: number): number[] => {
    const index = key === undefined ? -1 : keys.findIndex((each) => String(each) === String(key));
    return index < 0 ? [] : Array.from({ length: 2 * around + 1 }, (_, n) => index - around + n);
  };
  const extra = [...extraOf(focused, 1), ...extraOf(kept, 0)].filter((index) => index >= 0 && index < keys.length);
  const wanted = extra.join();
  const rangeOf = useCallback(
    (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), ...(wanted ? wanted.split(',').map(Number) : [])])].toSorted(
        (a, b) => a - b,
      ),
    [wanted],
  );
  const rows = useWindowVirtualizer<HTMLTableRowElement>({
    count: keys.length,
    estimateSize: () => typical ?? height,
    overscan: OVERSCAN,
    scrollMargin: margin,
    getItemKey: keyOf,
    rangeExtractor: rangeOf,
    initialRect: { width: innerWidth, height: innerHeight },
    initialMeasurementsCache: remembered?.rows ?? [],
  });
  const lookAt = (section: HTMLTableSectionElement) => {
    setMargin(Math.round(section.getBoundingClientRect().top + scrollY));
    keepColumnsSteady(section);
    setTypical((before) => before ?? typicalOf(section));
  };
  // After each change of the page: what is above the list may have another height.
  useLayoutEffect(() => {
    if (body.current) lookAt(body.current);
  });
  // At another width, rows have other heights.
  const width = useRef(innerWidth);
  useEffect(() => {
    const compare = () => {
      if (innerWidth === width.current) return;
      width.current = innerWidth;
      rows.measure();
      setTypical(undefined);
    };
    addEventListener('resize', compare);
    return () => removeEventListener('resize', compare);
  }, [rows]);
  const remember = useRef(() => {});
  useLayoutEffect(() => {
    remember.current = () =>
      heights.set(name, { width: width.current, typical: typical ?? height, rows: rows.takeSnapshot() });
  });
  useLayoutEffect(() => () => remember.current(), []);
  const focus = ({ target }: FocusEvent<HTMLElement>) => {
    const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset['index']);
    setFocused(keys[index] === undefined ? undefined : String(keys[index]));
  };
  /** Not while it moves to another row, which has to be there, nor in another window. */
  const blur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    if (document.hasFocus() && !currentTarget.contains(relatedTarget)) setFocused(undefined);
  };
  const shown = rows.getVirtualItems();
  const end = (shown.at(-1)?.end ?? margin) - margin;
  return (
    <tbody ref={body} role="rowgroup" className="bh-rows" onFocus={focus} onBlur={blur}>
      {shown.map(({ index, start }, place) => (
        <Fragment key={keyOf(index)}>
          <Gap height={start - (shown[place - 1]?.end ?? margin)} />
          {render(index, rows.measureElement)}
        </Fragment>
      ))}
      <Gap height={rows.getTotalSize() - end} />
    </tbody>
  );
}

function Gap({ height }: { height: number }) {
  if (height < 1) return null;
  return (
    <tr className="bh-gap" aria-hidden="true">
      <td style={{ height }} />
    </tr>
  );
}

import type { TextStyle } from './typesetter.js';

/** All measures are in points, 72 per inch, from the top left corner of the page. */
export const mm = (millimetres: number): number => (millimetres * 72) / 25.4;

export const PAGE = { width: mm(210), height: mm(297) } as const;
export const LEFT = mm(20);
export const RIGHT = PAGE.width - mm(20);
export const WIDTH = RIGHT - LEFT;
export const TOP = mm(15);
/** The bottom of the footer's last line. */
export const FOOT = PAGE.height - mm(10);

export const COLOR = {
  ink: '#1c2333',
  muted: '#596275',
  line: '#dde1e9',
  strong: '#1c2333',
  panel: '#f3f5f9',
  watermark: '#eaedf4',
} as const;

const style = (size: number, leading: number, weight: TextStyle['weight'], color: string): TextStyle => ({
  size,
  leading,
  weight,
  color,
});

export const STYLE = {
  title: style(23, 27, 'bold', COLOR.ink),
  number: style(11, 16, 'regular', COLOR.muted),
  seller: style(12, 17, 'bold', COLOR.ink),
  headline: style(15, 21, 'bold', COLOR.ink),
  online: style(9, 13, 'regular', COLOR.ink),
  subject: style(12, 17, 'bold', COLOR.ink),
  heading: style(9.5, 16, 'bold', COLOR.ink),
  body: style(9, 13, 'regular', COLOR.ink),
  strong: style(9, 13, 'bold', COLOR.ink),
  muted: style(9, 13, 'regular', COLOR.muted),
  label: style(7.5, 11, 'regular', COLOR.muted),
  due: style(11.5, 16, 'bold', COLOR.ink),
  foot: style(7, 9.5, 'regular', COLOR.muted),
} as const;

/** The same style in another size, with proportional leading. */
export function scaled(base: TextStyle, factor: number): TextStyle {
  return { ...base, size: base.size * factor, leading: base.leading * factor };
}

/** The same style in the colour of the company. */
export const colored = (base: TextStyle, color: string | null | undefined): TextStyle =>
  color ? { ...base, color } : base;

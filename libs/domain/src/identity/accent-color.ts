/** A colour of documents, as `#rrggbb` in lower case. */
export const ACCENT_COLOR = /^#[0-9a-f]{6}$/;

/** WCAG 2.2, 1.4.3: of text on white, and of white text on the colour. */
export const LEAST_CONTRAST = 4.5;

/** The contrast of a colour with white by WCAG 2.2, between 1 and 21. @param color as `ACCENT_COLOR` */
export function contrastWithWhite(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
  return 1.05 / (luminance + 0.05);
}

export const isReadableOnWhite = (color: string): boolean => contrastWithWhite(color) >= LEAST_CONTRAST;

/** The lightest shade of a colour that is readable on white: what the error about a lighter one suggests. */
export function readableShade(color: string): string {
  for (let share = 100; share > 0; share -= 1) {
    const shade = `#${channelsOf(color)
      .map((channel) =>
        Math.floor((channel * share) / 100)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
    if (isReadableOnWhite(shade)) return shade;
  }
  return '#000000';
}

const channelsOf = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

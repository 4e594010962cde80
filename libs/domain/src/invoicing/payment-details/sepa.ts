const states = (codes: string): ReadonlySet<string> => new Set(codes.split(' '));

/** The European Economic Area: the European Union, Iceland, Liechtenstein and Norway. */
const EEA = states('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK');

/** Other countries of the SEPA schemes. Source: EPC409-09, list of SEPA scheme countries, as extended in 2024 and 2025. */
const OTHERS = states('AD AL CH GB GI MC MD ME MK RS SM VA');

/**
 * Whether a transfer in euro can reach the account through SEPA. Outside the European Economic Area it needs the BIC (EPC069-12).
 * @param iban in machine form
 */
export function acceptsSepaTransfers(iban: string, hasBic: boolean): boolean {
  const country = iban.slice(0, 2);
  return EEA.has(country) || (OTHERS.has(country) && hasBic);
}

import type { DocumentLocale } from '../../shared/format-amount.js';

type Names = readonly [one: string, many: string];

/** Symbols without a plural, the same in both languages. */
const SYMBOLS: Readonly<Record<string, string>> = {
  KGM: 'kg',
  GRM: 'g',
  MGM: 'mg',
  TNE: 't',
  LTR: 'l',
  MLT: 'ml',
  CLT: 'cl',
  HLT: 'hl',
  MTR: 'm',
  CMT: 'cm',
  MMT: 'mm',
  KMT: 'km',
  MTK: 'm²',
  CMK: 'cm²',
  H18: 'ha',
  // The former code of the hectare, which stored lines may have.
  HAR: 'ha',
  MTQ: 'm³',
  KWH: 'kWh',
  MWH: 'MWh',
  KWT: 'kW',
  AD: 'B',
  '2P': 'kB',
  '4L': 'MB',
  E34: 'GB',
  E35: 'TB',
  P1: '%',
};

const en: Readonly<Record<string, Names>> = {
  C62: ['unit', 'units'],
  H87: ['piece', 'pieces'],
  EA: ['each', 'each'],
  NAR: ['article', 'articles'],
  PR: ['pair', 'pairs'],
  DZN: ['dozen', 'dozen'],
  CEN: ['hundred', 'hundred'],
  MIL: ['thousand', 'thousand'],
  SET: ['set', 'sets'],
  KT: ['kit', 'kits'],
  LS: ['lump sum', 'lump sums'],
  E48: ['service', 'services'],
  ACT: ['activity', 'activities'],
  IE: ['person', 'persons'],
  SEC: ['second', 'seconds'],
  MIN: ['minute', 'minutes'],
  HUR: ['hour', 'hours'],
  LH: ['labour hour', 'labour hours'],
  DAY: ['day', 'days'],
  E49: ['working day', 'working days'],
  WEE: ['week', 'weeks'],
  MON: ['month', 'months'],
  QAN: ['quarter', 'quarters'],
  SAN: ['half year', 'half years'],
  ANN: ['year', 'years'],
  XBX: ['box', 'boxes'],
  XCT: ['carton', 'cartons'],
  XPK: ['package', 'packages'],
  XPP: ['piece', 'pieces'],
  XPX: ['pallet', 'pallets'],
  XBG: ['bag', 'bags'],
  XBO: ['bottle', 'bottles'],
  XRO: ['roll', 'rolls'],
};

const fr: typeof en = {
  C62: ['unité', 'unités'],
  H87: ['pièce', 'pièces'],
  EA: ['unité', 'unités'],
  NAR: ['article', 'articles'],
  PR: ['paire', 'paires'],
  DZN: ['douzaine', 'douzaines'],
  CEN: ['cent', 'cents'],
  MIL: ['millier', 'milliers'],
  SET: ['jeu', 'jeux'],
  KT: ['kit', 'kits'],
  LS: ['forfait', 'forfaits'],
  E48: ['prestation', 'prestations'],
  ACT: ['activité', 'activités'],
  IE: ['personne', 'personnes'],
  SEC: ['seconde', 'secondes'],
  MIN: ['minute', 'minutes'],
  HUR: ['heure', 'heures'],
  LH: ['heure de travail', 'heures de travail'],
  DAY: ['jour', 'jours'],
  E49: ['jour ouvré', 'jours ouvrés'],
  WEE: ['semaine', 'semaines'],
  MON: ['mois', 'mois'],
  QAN: ['trimestre', 'trimestres'],
  SAN: ['semestre', 'semestres'],
  ANN: ['an', 'ans'],
  XBX: ['boîte', 'boîtes'],
  XCT: ['carton', 'cartons'],
  XPK: ['colis', 'colis'],
  XPP: ['pièce', 'pièces'],
  XPX: ['palette', 'palettes'],
  XBG: ['sac', 'sacs'],
  XBO: ['bouteille', 'bouteilles'],
  XRO: ['rouleau', 'rouleaux'],
};

const NAMES = { en, fr };

/** The codes that have a name or a symbol. */
export const NAMED_UNITS: readonly string[] = [...Object.keys(en), ...Object.keys(SYMBOLS)];

/**
 * The name of a unit for a quantity: `2` DAY gives "days" or "jours". An unknown code is returned unchanged.
 * @param quantity a decimal as text
 * @param code of UN/ECE Recommendation 20 (or 21 for packages, with an X in front)
 */
export function unitName(quantity: string, code: string, locale: DocumentLocale): string {
  const names = NAMES[locale][code];
  if (!names) return SYMBOLS[code] ?? code;
  return isPlural(quantity, locale) ? names[1] : names[0];
}

/** CLDR: English uses the singular for 1 without decimals, French for all values below 2. */
function isPlural(quantity: string, locale: DocumentLocale): boolean {
  const [whole = '', fraction = ''] = quantity.replace('-', '').split('.');
  if (locale === 'fr') return !/^[01]$/.test(whole);
  return whole !== '1' || /[1-9]/.test(fraction);
}

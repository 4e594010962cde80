import { describe, expect, it } from '@jest/globals';
import { VAT_NUMBER_FORMS } from './vat-number-forms.js';
import { holdsCheckDigit, isVatNumberOf, normalVatNumber, vatNumberError } from './vat-number.js';

describe('normalVatNumber', () => {
  it.each([
    ['DE 136 695 976', 'DE136695976'],
    ['de136695976', 'DE136695976'],
    ['CHE-123.456.789', 'CHE123456789'],
    ['CHE-107.787.577 mwst', 'CHE107787577MWST'],
    ['FR 05 987 654 321', 'FR05987654321'],
    ['BE 0403.019.261', 'BE0403019261'],
    ['NL\u00a0004495445\u2011B\u201101', 'NL004495445B01'],
    ['NO 974 760 673 MVA', 'NO974760673MVA'],
  ])('%s is %s', (text, normal) => {
    expect(normalVatNumber(text)).toBe(normal);
    expect(vatNumberError(normal)).toBeUndefined();
  });
});

/** Published by their holders, by the authorities, or in the tests of python-stdnum. */
const PUBLIC = `
  ATU13585627 BE0403019261 BE0428759497 BG175074752 BG7523169263 BG8032056031 CHE107787577 CHE100155212 CY10259033P CZ25123891
  CZ640903926 DE136695976 DE811907980 DK13585628 EE100931558 EE100594102 EL094259216 EL094014201 EL023456780 ESB58378431
  ES54362315K ESX2482300W ESJ99216582 FI20774740 FR40303265045 FR23334175221 FRK7399859412 FR83404833048 FR53000004605
  GB980780684 GB100190874 GBGD001 GBHA599 HR33392005961 HU12892312 IE6433435F IE6433435OA IE8D79739I IE3628739L IT00743110157
  LT119511515 LT100001919017 LU15027442 LV40003521600 LV16117519997 MT11679112 NL004495445B01 NL123456789B13 NO974760673MVA
  PL8567346215 PT501964843 RO18547290 RO361757 SE556188840401 SI50223054 SK2022749619 XI110305878`;

describe('VAT numbers', () => {
  it.each(PUBLIC.trim().split(/\s+/))('accepts %s', (vatNumber) => {
    expect(vatNumberError(vatNumber)).toBeUndefined();
    expect(holdsCheckDigit(vatNumber)).toBe(true);
  });

  it.each(Object.entries(VAT_NUMBER_FORMS))(
    'of %s: the example is one, and no other digit in its place',
    (prefix, form) => {
      expect(vatNumberError(prefix + form.example)).toBeUndefined();
      const at = form.example.search(/\d/);
      const others = Array.from(
        { length: 10 },
        (_, digit) => `${form.example.slice(0, at)}${digit}${form.example.slice(at + 1)}`,
      );
      expect(others.filter((body) => form.pattern.test(body) && form.holds(body)).length).toBeLessThan(
        others.length / 2,
      );
    },
  );

  it.each([
    ['XX123', /begin with the prefix of its country/],
    ['136695976', /begin with the prefix of its country/],
    ['', /begin with the prefix of its country/],
    ['DE123', /must have 9 digits after DE, like DE136695976/],
    ['DE136695977', /check digit/],
    ['FR00000000000', /check digit/],
    ['GR094259216', /begin with EL instead of GR, like EL094259216/],
    ['UK980780684', /begin with GB instead of UK/],
    ['CHE12345678', /must have 9 digits/],
    ['CH107787577', /begin with CHE instead of CH, like CHE107787577/],
    ['SE556188840402', /10 digits and 01/],
    ['AU1', /2 to 18/],
  ])('rejects %s and says how to correct it', (vatNumber, message) => {
    expect(vatNumberError(vatNumber)).toMatch(message);
  });

  it('accepts numbers of countries without a known format: Australia, Canada, Serbia', () => {
    for (const vatNumber of ['AU51824753556', 'CA123456789RT0001', 'RS101134702'])
      expect([vatNumberError(vatNumber), holdsCheckDigit(vatNumber)]).toEqual([undefined, true]);
  });

  it('accepts a Swiss specimen although its check digit is invalid', () => {
    expect([vatNumberError('CHE123456789'), holdsCheckDigit('CHE123456789')]).toEqual([undefined, false]);
  });
});

describe('isVatNumberOf', () => {
  it.each([
    ['DE136695976', 'DE', true],
    ['FR40303265045', 'DE', false],
    ['EL094259216', 'GR', true],
    ['XI110305878', 'GB', true],
    ['XI110305878', 'IE', false],
    ['CHE107787577', 'CH', true],
    ['CHE107787577', 'LI', true],
    ['FR40303265045', 'MC', true],
    ['AU51824753556', 'AU', true],
  ])('%s of %s: %s', (vatNumber, country, is) => {
    expect(isVatNumberOf(vatNumber, country)).toBe(is);
  });
});

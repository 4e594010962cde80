import { MAIL_RESOURCES } from '@billhook/domain/invoicing/mail';
import { DOCUMENT_LOCALES } from '@billhook/domain/shared/format-amount';
import { describe, expect, it } from '@jest/globals';
import { composeMail, type MailFacts } from './compose-mail.js';
import { logoIn } from './logo-part.js';

const invoice: MailFacts = {
  kind: 'invoice',
  locale: 'en',
  number: 'INV-2026-00001',
  sellerName: 'Nordlicht GmbH',
  clientName: 'Atelier Lumen SARL',
  gross: '1080.00',
  currency: 'EUR',
  dueDate: '2026-12-31',
  publicUrl: 'https://bills.example/d/abc',
  replyTo: 'office@nordlicht.example',
  attached: true,
};

/** The visible text of the HTML, one line per element. */
const shown = (html: string): string =>
  html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replace(/<br>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/\n+/g, '\n')
    .trim();

describe('composeMail', () => {
  it('writes an invoice in English', () => {
    const { subject, text, html } = composeMail(invoice);
    expect(subject).toBe('Invoice INV-2026-00001 from Nordlicht GmbH');
    expect(text).toBe(`Hello Atelier Lumen SARL,

Please find invoice INV-2026-00001 below.

Amount: €1,080.00
Due date: 31 December 2026

View or pay online:
https://bills.example/d/abc

The invoice is attached as a PDF.

Questions? Reply to this email: your reply goes to Nordlicht GmbH at office@nordlicht.example.

Nordlicht GmbH
`);
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<a href="https://bills.example/d/abc"');
    expect(shown(html)).toContain('Amount: €1,080.00 Due date: 31 December 2026');
  });

  it('writes a quote in French', () => {
    const { dueDate: _, ...facts } = invoice;
    const { subject, text, html } = composeMail({
      ...facts,
      kind: 'quote',
      locale: 'fr',
      number: 'QUO-2026-00007',
      expiryDate: '2027-01-01',
    });
    expect(subject).toBe('Devis QUO-2026-00007 – Nordlicht GmbH');
    expect(text).toBe(`Bonjour Atelier Lumen SARL,

Veuillez trouver ci-après notre devis QUO-2026-00007.

Montant\u202f: 1\u202f080,00\u00a0€
Valable jusqu’au\u202f: 1er janvier 2027

Voir le devis et y répondre\u202f:
https://bills.example/d/abc

Le devis est joint au format PDF.

Une question\u202f? Répondez à cet e-mail\u202f: votre réponse parviendra à Nordlicht GmbH, à l’adresse office@nordlicht.example.

Nordlicht GmbH
`);
    expect(html).toContain('<html lang="fr">');
  });

  it('writes a credit note without a due date', () => {
    const { dueDate: _, ...facts } = invoice;
    expect(composeMail({ ...facts, kind: 'credit_note' }).text).toContain('credit note');
    const { subject, text } = composeMail({ ...facts, kind: 'credit_note', locale: 'fr' });
    expect(subject).toBe('Avoir INV-2026-00001 – Nordlicht GmbH');
    expect(text).toContain('Montant de l’avoir\u202f: 1\u202f080,00\u00a0€\n\nVoir l’avoir');
  });

  it.each(DOCUMENT_LOCALES.flatMap((locale) => MAIL_RESOURCES.map((kind) => ({ locale, kind }))))(
    'says the same as text and as HTML: %j',
    ({ locale, kind }) => {
      const { subject, text, html } = composeMail({ ...invoice, locale, kind, message: 'One\n\nTwo' });
      const inHtml = shown(html);
      for (const line of text.split('\n').filter((line) => line !== '' && !line.endsWith(':')))
        expect(inHtml).toContain(line);
      expect(subject).not.toMatch(/[\r\n]/);
      expect(html).toContain(`<title>${subject}</title>`);
    },
  );

  it('works without a link, a PDF, a date and a reply address', () => {
    const bare = composeMail({ ...invoice, publicUrl: null, attached: false, dueDate: null, replyTo: null });
    expect(bare.text).toBe(`Hello Atelier Lumen SARL,

Please find invoice INV-2026-00001 below.

Amount: €1,080.00

Questions? Contact Nordlicht GmbH.

Nordlicht GmbH
`);
    expect(bare.html).not.toContain('<a ');
  });

  it.each([
    [
      'en, part-paid',
      { paid: '70.00', credited: '10.00', outstanding: '1000.00' },
      'Amount: €1,080.00\nAlready paid: €70.00\nAlready credited: €10.00\nOutstanding: €1,000.00\nDue date: 31 December 2026',
      'The invoice is attached as a PDF. It shows the amounts at the time of issue; those in this email are current.',
    ],
    [
      'fr, part-paid',
      { paid: '70.00', credited: '0.00', outstanding: '1010.00' },
      'Montant\u202f: 1\u202f080,00\u00a0€\nDéjà réglé\u202f: 70,00\u00a0€\nReste à payer\u202f: 1\u202f010,00\u00a0€\nÉchéance\u202f: 31 décembre 2026',
      'Elle indique les montants à la date d’émission\u202f; ceux de cet e-mail sont à jour.',
    ],
    [
      'en, paid',
      { paid: '1080.00', credited: '0.00', outstanding: '0.00' },
      'invoice INV-2026-00001 below. Nothing is due.\n\nAmount: €1,080.00\nAlready paid: €1,080.00\n\nView',
      'those in this email are current.',
    ],
    [
      'fr, credited',
      { paid: '0.00', credited: '1080.00', outstanding: '0.00' },
      'INV-2026-00001. Il n’y a plus rien à payer.\n\nMontant\u202f: 1\u202f080,00\u00a0€\nAvoirs déduits\u202f: 1\u202f080,00\u00a0€\n\nVoir',
      'ceux de cet e-mail sont à jour.',
    ],
    // Nothing is due, and the reason concerns only the seller.
    [
      'en, written off',
      { paid: '0.00', credited: '0.00', outstanding: '0.00' },
      'below. Nothing is due.\n\nAmount: €1,080.00\n\nView',
      'those in this email are current.',
    ],
  ])('says what is paid, credited and outstanding: %s', (of, settled, amounts, attached) => {
    const locale = of.startsWith('en') ? 'en' : 'fr';
    const { subject, text, html } = composeMail({ ...invoice, locale, settled });
    expect(text).toContain(amounts);
    expect(text).toContain(attached);
    for (const line of text.split('\n').filter((each) => each !== '' && !each.endsWith(':')))
      expect(shown(html)).toContain(line);
    expect(subject).not.toMatch(/due|€|payer/);
  });

  it('writes an invoice that is not settled as before', () => {
    const settled = { paid: '0.00', credited: '0.00', outstanding: '1080.00' };
    expect(composeMail({ ...invoice, settled })).toEqual(composeMail(invoice));
  });

  it('puts the message of the sender first, with its paragraphs and line breaks', () => {
    const { text, html } = composeMail({ ...invoice, message: '\r\nThank you.\r\nSee you soon!\r\n\r\n \r\nAda\r\n' });
    expect(text).toContain('SARL,\n\nThank you.\nSee you soon!\n\nAda\n\nPlease find');
    expect(html).toContain('>Thank you.<br>See you soon!</p>');
  });

  it('begins with the amount and the due date, and has the logo, the colour and the address of the company', () => {
    const logo = { digest: 'a'.repeat(64), width: 480, height: 120 };
    const facts = { ...invoice, sellerAddress: ['Hafen 1', '20457 Hamburg'], brand: { logo, color: '#0b6e4f' } };
    const { text, html } = composeMail({ ...facts, sellerName: 'Nord "&" Co' });
    expect(shown(html)).toMatch(/^€1,080.00 due 31\u00a0December\u00a02026\nHello/);
    expect(html).toContain(
      `<img src="cid:${'a'.repeat(64)}@logo" width="240" height="60" alt="Nord &quot;&amp;&quot; Co"`,
    );
    expect(html).toContain('background-color:#0b6e4f');
    expect(text).toMatch(/Nord "&" Co\nHafen 1\n20457 Hamburg\n$/);
    expect([logoIn(html), logoIn(composeMail(invoice).html)]).toEqual([logo.digest, undefined]);
  });

  it('finds no logo in a text of a person', () => {
    const message = `<img src="cid:${'b'.repeat(64)}@logo">`;
    expect(logoIn(composeMail({ ...invoice, message }).html)).toBeUndefined();
  });

  it('names each payment, what remains, and where it can be paid', () => {
    const payments = [
      { date: '2026-03-03', amount: '500.00' },
      { date: '2026-04-01', amount: '20.00' },
    ];
    const settled = { paid: '520.00', credited: '0.00', outstanding: '560.00', payments };
    const payUrl = 'https://pay.example/?ref=INV-2026-00001&amount=560.00';
    const { text, html } = composeMail({ ...invoice, settled, payUrl });
    expect(text).toContain('Paid on 3 March 2026: €500.00\nPaid on 1 April 2026: €20.00\nOutstanding: €560.00\n');
    expect(text).toContain(`Pay now:\n${payUrl}\n`);
    expect(html).toContain('href="https://pay.example/?ref=INV-2026-00001&amp;amount=560.00"');
    expect(shown(html)).toMatch(/^€560.00 due 31\u00a0December\u00a02026\n/);
    expect(() => composeMail({ ...invoice, payUrl: 'javascript:alert(1)' })).toThrow(RangeError);
  });

  it('escapes everything', () => {
    const evil = `<script>alert("1")</script> & 'co'`;
    const { subject, text, html } = composeMail({
      ...invoice,
      number: evil,
      sellerName: evil,
      clientName: evil,
      message: evil,
      replyTo: evil,
      publicUrl: 'https://bills.example/d?a=1&b="><script>',
    });
    expect(html).not.toContain('<script');
    expect(html).not.toContain('b="><');
    expect(html).toContain('href="https://bills.example/d?a=1&amp;b=&quot;&gt;&lt;script&gt;"');
    expect(html).toContain('Hello &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;co&#39;,');
    expect(subject).toContain(evil);
    expect(text).toContain(`Hello ${evil},`);
  });

  it('removes line breaks and direction marks from names', () => {
    const { subject, text } = composeMail({
      ...invoice,
      sellerName: 'A\r\nBcc: all@example.com\u2028B\u202eC\u0000',
      clientName: 'X\nY',
    });
    expect(subject).toBe('Invoice INV-2026-00001 from A Bcc: all@example.com B C');
    expect(text.split('\n')[0]).toBe('Hello X Y,');
  });

  it.each([
    ['amount', { gross: '1,080' }],
    ['date', { dueDate: '31.12.2026' }],
    ['month', { dueDate: '2026-13-01' }],
    ['link', { publicUrl: 'javascript:alert(1)' }],
  ])('rejects an invalid %s', (_, change) => {
    expect(() => composeMail({ ...invoice, ...change })).toThrow(RangeError);
  });

  it('loads no external resource', () => {
    const { html } = composeMail({ ...invoice, message: '<img src="https://evil.example/x.png">' });
    expect(html).not.toMatch(/<(img|link|script|iframe|style)|url\(|@import/);
  });
});

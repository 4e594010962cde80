import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import { compactCode, formatIban } from '@billhook/domain/invoicing/payment-details/iban';
import { useTexts } from '@billhook/ui/use-texts';
import { useDocumentFormat } from '../document/use-document-format.js';
import { CopyValue } from './copy-value.js';

interface PaymentCardProps {
  readonly document: PublicDocumentView;
  readonly payment: NonNullable<PublicDocumentView['payment']>;
}

interface PaymentDetail {
  readonly label: string;
  readonly value: string | null;
  /** The copied value, and the name of the copy button. */
  readonly copy?: string;
  readonly copyLabel?: string;
}

/** The fields of a bank transfer form, each copied in the format of the form. */
export function PaymentCard({ document: { seller, currency, balance }, payment }: PaymentCardProps) {
  const { t } = useTexts('document');
  const format = useDocumentFormat();
  const { iban, bic, reference, code } = payment;
  const due = balance ?? '';
  const means = code === null ? null : meansOf(t('pay.codes', { returnObjects: true }), code);
  const facts: PaymentDetail[] = [
    { label: t('pay.means'), value: means },
    { label: t('pay.amount'), value: format.money(due, currency), copy: due, copyLabel: t('pay.copyAmount') },
    { label: t('pay.payee'), value: iban && seller.name, copy: seller.name, copyLabel: t('pay.copyPayee') },
    {
      label: t('pay.iban'),
      value: iban && formatIban(iban),
      copy: compactCode(iban ?? ''),
      copyLabel: t('pay.copyIban'),
    },
    { label: t('pay.bic'), value: bic, copy: bic ?? '', copyLabel: t('pay.copyBic') },
    { label: t('pay.reference'), value: reference, copy: reference, copyLabel: t('pay.copyReference') },
  ];
  return (
    <section className="bh-panel pd-pay" aria-labelledby="pay-title">
      <h2 id="pay-title">{t('pay.title')}</h2>
      <dl>
        {facts.map(({ label, value, copy, copyLabel }) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <span>{value}</span>
                {copy && copyLabel && <CopyValue text={copy} label={copyLabel} />}
              </dd>
            </div>
          ) : null,
        )}
      </dl>
      {!iban && !means && <p className="pd-saying">{t('pay.ask', { seller: seller.name })}</p>}
    </section>
  );
}

/** The names of UNTDID 4461 codes; a code without a name is not shown. */
function meansOf(names: Readonly<Record<string, string>>, code: string): string | null {
  return names[code] ?? null;
}

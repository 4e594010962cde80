import './forms.css';
import { addressLines, type PostalAddress } from '@billhook/domain/invoicing/address-lines';
import { countryName } from '@billhook/ui/country-name';
import { useTranslation } from 'react-i18next';

/** An address as it stands on an envelope. */
export function AddressLines({ address }: { address: PostalAddress }) {
  const { i18n } = useTranslation();
  return (
    <address className="st-address bh-anywhere">
      {addressLines(address, countryName(address.country, i18n.language)).map((line, index) => (
        <div key={index}>{line}</div>
      ))}
    </address>
  );
}

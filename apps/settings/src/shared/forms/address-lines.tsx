import './forms.css';
import { addressLines, type PostalAddress } from '@billhook/domain/invoicing/address-lines';
import { countryName } from '@billhook/ui/country-name';
import { useLanguage } from '@billhook/ui/use-texts';

/** An address in postal format. */
export function AddressLines({ address }: { address: PostalAddress }) {
  const language = useLanguage();
  return (
    <address className="st-address bh-anywhere">
      {addressLines(address, countryName(address.country, language)).map((line, index) => (
        <div key={index}>{line}</div>
      ))}
    </address>
  );
}

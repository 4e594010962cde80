/** What files in English and French call the members of a client, without accents, blanks and signs. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  name: [
    'name',
    'company',
    'companyname',
    'client',
    'clientname',
    'customer',
    'customername',
    'nom',
    'societe',
    'raisonsociale',
    'entreprise',
    'nomduclient',
    'firma',
  ],
  tradingName: ['tradingname', 'brand', 'nomcommercial', 'enseigne'],
  kind: ['kind', 'type', 'typedeclient'],
  externalId: [
    'externalid',
    'id',
    'number',
    'clientnumber',
    'customernumber',
    'clientid',
    'reference',
    'numero',
    'numeroclient',
    'codeclient',
    'identifiant',
  ],
  firstName: ['firstname', 'givenname', 'prenom'],
  lastName: ['lastname', 'surname', 'familyname', 'nomdefamille'],
  email: ['email', 'emailaddress', 'mail', 'courriel', 'adresseemail', 'adressemail', 'adresseelectronique'],
  phone: ['phone', 'telephone', 'phonenumber', 'tel', 'mobile', 'numerodetelephone'],
  'billingAddress.line1': [
    'address',
    'street',
    'line1',
    'address1',
    'addressline1',
    'billingaddressline1',
    'adresse',
    'rue',
    'adresse1',
    'adresseligne1',
  ],
  'billingAddress.line2': [
    'line2',
    'address2',
    'addressline2',
    'billingaddressline2',
    'adresse2',
    'adresseligne2',
    'complement',
    'complementdadresse',
  ],
  'billingAddress.postalCode': [
    'postalcode',
    'postcode',
    'zip',
    'zipcode',
    'billingaddresspostalcode',
    'codepostal',
    'cp',
  ],
  'billingAddress.city': ['city', 'town', 'billingaddresscity', 'ville', 'localite'],
  'billingAddress.region': ['region', 'state', 'province', 'billingaddressregion', 'departement'],
  'billingAddress.country': ['country', 'countrycode', 'billingaddresscountry', 'pays', 'codepays'],
  vatNumber: [
    'vatnumber',
    'vat',
    'vatid',
    'numerodetva',
    'numerotva',
    'tva',
    'tvaintracommunautaire',
    'numerotvaintracommunautaire',
  ],
  'legalId.value': ['legalid', 'registrationnumber', 'legalidvalue', 'siren', 'siret'],
  buyerReference: ['buyerreference', 'referenceacheteur', 'codeservice'],
  currency: ['currency', 'devise', 'monnaie'],
  locale: ['locale', 'language', 'langue'],
  notes: ['notes', 'note', 'comment', 'comments', 'remarques', 'commentaire', 'commentaires'],
};

const lettersOf = (header: string): string =>
  header
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** The member of each column by its header; empty for those that no member has. Each member is guessed once. */
export function guessColumns(headers: readonly string[], fields: readonly string[]): string[] {
  const taken = new Set<string>();
  return headers.map((header) => {
    const letters = lettersOf(header);
    const found = fields.find(
      (field) => !taken.has(field) && (lettersOf(field) === letters || (NAMES[field]?.includes(letters) ?? false)),
    );
    if (found !== undefined) taken.add(found);
    return found ?? '';
  });
}

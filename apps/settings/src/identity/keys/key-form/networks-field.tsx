import { MOST_NETWORKS, readNetworks } from '@billhook/contract/identity/networks';
import { useTexts } from '@billhook/ui/use-texts';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { LinesInput } from '../../../shared/forms/lines-input.js';
import { useSignedIn } from '../../../shared/session/signed-in.js';
import { splitNetworks } from './split-networks.js';

/**
 * The error of the typed networks, as text; undefined if there is none.
 * @param required whether an empty list is an error
 */
export function useNetworkError(required: boolean): (text: string) => string | undefined {
  const { t } = useTexts('keyForms');
  return (text) => {
    const networks = splitNetworks(text);
    if (required && networks.length === 0) return t('networks.missing');
    if (networks.length > MOST_NETWORKS) return t('networks.tooMany', { count: MOST_NETWORKS });
    const [fieldError] = readNetworks(networks).errors;
    if (!fieldError) return undefined;
    const written = networks[fieldError.place];
    switch (fieldError.code) {
      case 'invalid_network':
        return t('networks.invalid', { text: written });
      case 'host_bits':
        return t('networks.hostBits', { text: written, network: fieldError.network });
      case 'network_overlap':
        return t(fieldError.isTwice ? 'networks.twice' : 'networks.covered', {
          text: written,
          other: fieldError.outer,
        });
    }
  };
}

interface NetworksFieldProps {
  readonly id: string;
  /** Whether the policy of the company requires at least one. */
  readonly required: boolean;
  readonly value: string;
  /** The error of the submitted form; typed networks are checked here. */
  readonly error: ReactNode;
  readonly onChange: (text: string) => void;
  /** Whether the dialog focuses it initially. */
  readonly autoFocus?: boolean;
}

/** The allowed networks of a key. Checked when a line is complete, not in the middle of an address. */
export function NetworksField({ id, required, value, error, onChange, autoFocus }: NetworksFieldProps) {
  const { t } = useTexts('keyForms');
  const company = useSignedIn().company.name;
  const networkError = useNetworkError(false);
  const [looked, setLooked] = useState('');
  const typed = looked && value.startsWith(looked) ? networkError(looked) : undefined;
  const change = (text: string) => {
    onChange(text);
    // The entries are complete up to the last separator.
    const whole = /^[^]*[\s,;]/.exec(text)?.[0] ?? '';
    setLooked(whole);
  };
  return (
    <LinesInput
      id={id}
      label={t(required ? 'words:allowedNetworks' : 'networks.label')}
      description={required ? t('networks.hintRequired', { company }) : t('networks.hint')}
      data-autofocus={autoFocus}
      required={required}
      withAsterisk={false}
      value={value}
      error={typed ?? error}
      onBlur={() => setLooked(value)}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

import '../more-styles.js';
import { Modal, type ModalProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../use-texts.js';

/**
 * A dialog: named, closed by Escape and by a named button, fullscreen on a phone if it is large. Callers mount it to open and unmount it to
 * close, which discards its content.
 */
export function Dialog({ children, size = 'md', ...props }: ModalProps) {
  const { t } = useTexts('ui');
  const phone = useMediaQuery('(max-width: 40em)');
  // The kit restores the focus when `opened` turns false, not when it is unmounted.
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
  const start = useRef<HTMLDivElement>(null);
  // A new title means new content, which is read from its start.
  useEffect(() => start.current?.closest('.bh-dialog')?.scrollTo({ top: 0 }), [props.title]);
  return (
    <Modal
      size={size}
      fullScreen={phone && size !== 'md'}
      closeButtonProps={{ 'aria-label': t('close') }}
      padding="lg"
      classNames={{ content: 'bh-dialog' }}
      styles={{ title: { fontWeight: 650, fontSize: '1.125rem', lineHeight: 1.35 } }}
      {...props}
    >
      <div ref={start}>{children}</div>
    </Modal>
  );
}

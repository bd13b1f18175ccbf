import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { Notice } from '@snug/protocol';
import { useRef, useState } from 'react';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { classNames } from '../ui/class-names.ts';
import confirm from '../ui/dialog/confirm-dialog.module.css';
import dialog from '../ui/dialog/dialog.module.css';
import { useCover } from '../ui/dialog/use-cover.ts';
import { Button } from '../ui/form/button.tsx';
import { formatDate, formatTime } from '../ui/text/format-time.ts';
import styles from './notices-dialog.module.css';

/** On the server: accounts/recovery/recovery-links.ts. */
const LINK_LIFETIME_MS = 15 * 60_000;

interface NoticesDialogProps {
  notices: readonly Notice[];
  onAcknowledge: () => Promise<void>;
}

export function NoticesDialog({ notices, onAcknowledge }: NoticesDialogProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const [isBusy, setBusy] = useState(false);

  async function acknowledge(): Promise<void> {
    setBusy(true);
    await onAcknowledge().finally(() => setBusy(false));
  }

  // Neither Escape nor Back closes it.
  return (
    <AlertDialog.Root open={useCover(notices.length > 0, () => undefined)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog.backdrop} forceRender />
        <AlertDialog.Popup className={classNames(dialog.popup, dialog.card)} initialFocus={title}>
          <header className={dialog.header}>
            <AlertDialog.Title ref={title} tabIndex={-1} className={dialog.title}>
              {lazyStrings.account.noticesTitle}
            </AlertDialog.Title>
          </header>
          <AlertDialog.Description className={confirm.words} render={<div />}>
            <ul className={styles.notices}>
              {notices.map(notice => (
                <li key={notice.id}>{describe(notice)}</li>
              ))}
            </ul>
            <p>{lazyStrings.account.noticesAdvice}</p>
          </AlertDialog.Description>
          <div className={confirm.buttons}>
            <Button variant="main" isBusy={isBusy} onClick={() => void acknowledge()}>
              {lazyStrings.account.acknowledge}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** A later server can send other kinds. */
function describe({ kind, at, usedAt }: Notice): string {
  const { changes, otherNotice, recoveryLink, recoveryLinkOver, recoveryLinkUsed } = lazyStrings.account;
  if (kind !== 'recovery_link') return (isChange(kind) ? changes[kind] : otherNotice)(formatMoment(at));
  if (usedAt !== undefined) return recoveryLinkUsed(formatMoment(at), formatMoment(usedAt));
  return (Date.now() - at < LINK_LIFETIME_MS ? recoveryLink : recoveryLinkOver)(formatMoment(at));
}

function isChange(kind: string): kind is keyof typeof lazyStrings.account.changes {
  return Object.hasOwn(lazyStrings.account.changes, kind);
}

function formatMoment(at: number): string {
  return `${formatDate(at)}, ${formatTime(at)}`;
}

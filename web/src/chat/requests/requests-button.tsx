import { MessageCircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { strings } from '../../strings/strings.ts';
import { LazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { formatBadge } from '../../ui/text/badge.ts';
import styles from './requests-button.module.css';
import { useRequests } from './use-requests.ts';

/** Only if strangers wait for an answer. */
export function RequestsButton() {
  const { length: count } = useRequests();
  const [isOpen, setOpen] = useState(false);
  return (
    <LazyDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        count > 0 ? (
          <button type="button" className={styles.button}>
            <MessageCircleQuestionMark size={18} aria-hidden />
            {strings.rooms.requests} <span className={styles.count}>{formatBadge(count)}</span>
          </button>
        ) : undefined
      }
      load={() => import('./requests-dialog.tsx').then(module => module.RequestsDialog)}
      dialog={{}}
    />
  );
}

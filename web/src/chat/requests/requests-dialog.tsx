import { useEffect, useEffectEvent } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { RequestItem } from './request-item.tsx';
import styles from './requests-dialog.module.css';
import { useRequests } from './use-requests.ts';

/** Closes after the last answer. */
export function RequestsDialog({ isOpen, onOpenChange }: DialogState) {
  const requests = useRequests();
  const isEmpty = requests.length === 0;
  const close = useEffectEvent(() => onOpenChange(false));
  useEffect(() => {
    if (isEmpty) close();
  }, [isEmpty]);
  return (
    <Dialog title={strings.rooms.requests} isOpen={isOpen} onOpenChange={onOpenChange}>
      <div className={styles.requests}>
        <p className={styles.note}>{lazyStrings.requests.explanation}</p>
        <ul>
          {requests.map(room => (
            <RequestItem key={room.id} room={room} onOpened={() => onOpenChange(false)} />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

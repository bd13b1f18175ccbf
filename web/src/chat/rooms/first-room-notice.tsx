import { Plus } from 'lucide-react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import type { DialogState } from '../../ui/dialog/dialog.tsx';
import { Logo } from '../../ui/feedback/logo.tsx';
import { Button } from '../../ui/form/button.tsx';
import styles from './first-room-notice.module.css';
import { LazyNewRoomDialog } from './lazy-new-room-dialog.tsx';

export function FirstRoomNotice(dialog: DialogState) {
  const { firstHeading, firstDescription, createFirst } = lazyStrings.newRoom;
  return (
    <>
      <Logo size={72} />
      <h2 className={styles.heading}>{firstHeading}</h2>
      <p className={styles.words}>{firstDescription}</p>
      <LazyNewRoomDialog
        {...dialog}
        trigger={
          <Button variant="main">
            <Plus size={18} aria-hidden />
            {createFirst}
          </Button>
        }
      />
    </>
  );
}

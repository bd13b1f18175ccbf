import type { Room } from '@snug/protocol';
import { Link } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { copyLink, linkTo } from '../ui/copy-link.ts';
import { QrCode } from '../ui/qr-code.tsx';
import { words } from '../words/words.ts';
import styles from './invitation.module.css';
import { roomPath } from './room-path.ts';

/** The way into a room for others: its link, to be sent or to be read by a camera. */
export function Invitation({ room }: { room: Room }) {
  const path = roomPath(room.id);
  const link = linkTo(path);
  return (
    <section className={styles.invitation} aria-label={words.roomDetails.invitation}>
      <QrCode text={link} label={words.roomDetails.qrCode} />
      <div className={styles.way}>
        <p className={styles.words}>{words.roomDetails.inviteWords}</p>
        <p className={styles.link} dir="ltr">
          {link}
        </p>
        <Button onClick={() => void copyLink(path)}>
          <Link size={16} aria-hidden />
          {words.roomDetails.copyLink}
        </Button>
      </div>
    </section>
  );
}

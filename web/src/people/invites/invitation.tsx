import type { Room } from '@snug/protocol';
import { Link } from 'lucide-react';
import { roomPath } from '../../state/room-path.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { copyLink, toAbsoluteUrl } from '../../ui/feedback/copy-link.ts';
import { Button } from '../../ui/form/button.tsx';
import styles from './invitation.module.css';
import { QrCode } from './qr-code.tsx';

export function Invitation({ room }: { room: Room }) {
  const path = roomPath(room.id);
  const link = toAbsoluteUrl(path);
  return (
    <section className={styles.invitation} aria-label={lazyStrings.roomDetails.invitation}>
      <QrCode text={link} label={lazyStrings.roomDetails.qrCode} />
      <div className={styles.way}>
        <p className={styles.words}>{lazyStrings.roomDetails.inviteDescription}</p>
        <p className={styles.link} dir="ltr">
          {link}
        </p>
        <Button onClick={() => void copyLink(path)}>
          <Link size={16} aria-hidden />
          {lazyStrings.roomDetails.copyLink}
        </Button>
      </div>
    </section>
  );
}

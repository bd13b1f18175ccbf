import type { PushDevice } from '@snug/protocol';
import { BellRing } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showCommandError, showSuccess } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { RelativeTime, useNow } from '../../ui/text/relative-time.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import { notifySetting } from '../device/notify-setting.ts';
import { endSubscription } from '../device/turn-off.ts';
import styles from './notifications-section.module.css';

const DAY_MS = 86_400_000;

interface DeviceListProps {
  devices: readonly PushDevice[];
  onChange: () => void;
}

export function DeviceList({ devices, onChange }: DeviceListProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);

  function onRemoved(): void {
    onChange();
    // The focused button disappears.
    heading.current?.focus();
  }

  return (
    <div>
      <h4 id={id} ref={heading} tabIndex={-1} className={styles.heading}>
        {lazyStrings.notifications.devices}
      </h4>
      <ul aria-labelledby={id} className={styles.devices}>
        {devices.map(device => (
          <DeviceItem key={device.id} device={device} onRemoved={onRemoved} />
        ))}
      </ul>
    </div>
  );
}

interface DeviceItemProps {
  device: PushDevice;
  onRemoved: () => void;
}

function DeviceItem({ device: { id, device, current, seenAt, failure }, onRemoved }: DeviceItemProps) {
  const { connection } = useChat();
  const [isBusy, setBusy] = useState(false);
  const texts = lazyStrings.notifications;
  const isToday = useNow() - seenAt < DAY_MS;

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      if (current) {
        notifySetting.set('off');
        await endSubscription();
      }
      await connection.command('remove_push_device', { id });
      showSuccess(texts.removed(device));
    } catch (error) {
      showCommandError(error);
    }
    setBusy(false);
    onRemoved();
  }

  return (
    <li className={styles.device}>
      <BellRing size={18} aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.name}>
          {device}
          {current && <span className={styles.tag}>{texts.thisDevice}</span>}
        </p>
        <p className={styles.detail}>
          {isToday ? texts.seenToday : <Sentence of={texts.seen} with={<RelativeTime at={seenAt} />} />}
        </p>
        {failure && failure.problem !== 'too_large' && <p className={styles.detail}>{texts.failing}</p>}
      </div>
      <Button
        variant="plain"
        className={styles.remove}
        isBusy={isBusy}
        aria-label={texts.remove(device)}
        onClick={() => void remove()}
      >
        {texts.removeLabel}
      </Button>
    </li>
  );
}

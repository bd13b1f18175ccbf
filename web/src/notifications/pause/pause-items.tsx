import { Menu } from '@base-ui/react/menu';
import { Bell, BellOff, CalendarClock, Clock, Sunrise, Timer } from 'lucide-react';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showSuccess } from '../../ui/feedback/toast.ts';
import styles from '../../ui/menu/menu.module.css';
import { MenuItem } from '../../ui/menu/menu-item.tsx';
import { SubMenu } from '../../ui/menu/sub-menu.tsx';
import { getOwnSettings, useOwnSettings } from '../own-settings.ts';
import { describeTime } from './describe-time.ts';
import { listPauseTimes } from './pause-times.ts';
import { useQuiet } from './use-quiet.ts';

const ICONS = { in30Minutes: Timer, inAnHour: Clock, tomorrow: Sunrise };

interface PauseItemsProps {
  onPause: (until: number | null) => Promise<boolean>;
  onAsk: () => void;
}

/** Of the menu of one's own avatar. */
export function PauseItems({ onPause, onAsk }: PauseItemsProps) {
  const own = getOwnSettings(useChat());
  const { pausedUntil } = useQuiet();
  const texts = lazyStrings.pause;
  return (
    <SubMenu icon={BellOff} label={texts.action} isLandmark>
      {pausedUntil !== undefined && (
        <>
          <MenuItem icon={Bell} onClick={() => void onPause(null)}>
            {texts.resume}
          </MenuItem>
          <Menu.Separator className={styles.separator} />
        </>
      )}
      {listPauseTimes(own.now()).map(({ key, at }) => (
        <MenuItem key={key} icon={ICONS[key]} onClick={() => void onPause(at)}>
          {texts[key]}
        </MenuItem>
      ))}
      <MenuItem icon={CalendarClock} onClick={onAsk}>
        {texts.until}
      </MenuItem>
    </SubMenu>
  );
}

/** On all devices. Null ends the pause. Resolves to whether the server has stored it. */
export function usePause(): (until: number | null) => Promise<boolean> {
  const [, change] = useOwnSettings();
  const { paused, resumed } = lazyStrings.pause;
  return async until => {
    const isStored = await change({ pausedUntil: until });
    if (isStored) showSuccess(until === null ? resumed : paused(describeTime(until)));
    return isStored;
  };
}

import { ChevronDown, Moon } from 'lucide-react';
import { useRef, useState } from 'react';
import { describeTime } from '../../notifications/pause/describe-time.ts';
import { useQuiet } from '../../notifications/pause/use-quiet.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import styles from './own-menu-button.module.css';

/** Beside one's avatar: what others see of oneself, and whether notifications are paused. */
export function OwnMenuButton() {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { isQuiet, pausedUntil } = useQuiet();
  const close = () => setOpen(false);
  const [OwnMenu] = useDialog(() => import('./own-menu.tsx').then(module => module.OwnMenu), isOpen, close);
  const texts = lazyStrings.pause;
  const name =
    pausedUntil !== undefined
      ? texts.menuPaused(describeTime(pausedUntil))
      : isQuiet
        ? texts.menuQuiet
        : texts.menu;
  const Icon = isQuiet ? Moon : ChevronDown;
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={styles.button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={name}
        title={name}
        onClick={() => setOpen(true)}
      >
        <Icon size={16} aria-hidden fill={isQuiet ? 'currentColor' : 'none'} />
      </button>
      {OwnMenu && <OwnMenu trigger={trigger} isOpen={isOpen} onOpenChange={setOpen} />}
    </>
  );
}

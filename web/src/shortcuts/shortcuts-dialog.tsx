import { Fragment, useState } from 'react';
import { Dialog, type Trigger } from '../ui/dialog.tsx';
import { isApple, shortcutsFor } from './shortcuts.ts';
import styles from './shortcuts-dialog.module.css';
import { isHelpKey, useShortcut } from './use-shortcut.ts';

/** Opens by a question mark. */
export function ShortcutsByKey() {
  const [isOpen, setOpen] = useState(false);
  useShortcut(isHelpKey, () => setOpen(true));
  return <ShortcutsDialog isOpen={isOpen} onOpenChange={setOpen} />;
}

interface ShortcutsDialogProps {
  trigger?: Trigger;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** What can be done by keys alone. */
export function ShortcutsDialog(props: ShortcutsDialogProps) {
  return (
    <Dialog title="Keyboard shortcuts" {...props}>
      <div className={styles.groups}>
        {shortcutsFor(isApple()).map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className={styles.title}>{title}</h3>
            <dl className={styles.shortcuts}>
              {shortcuts.map(({ keys, does }) => (
                <div key={does} className={styles.shortcut}>
                  <dt className={styles.keys}>
                    <Keys keys={keys} />
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Keys({ keys }: { keys: readonly (readonly string[])[] }) {
  return keys.map((together, index) => (
    <Fragment key={together.join(' ')}>
      {index > 0 && ' '}
      <kbd>
        {together.map((key, index) => (
          <Fragment key={key}>
            {index > 0 && '+'}
            <kbd className={styles.key}>{key}</kbd>
          </Fragment>
        ))}
      </kbd>
    </Fragment>
  ));
}

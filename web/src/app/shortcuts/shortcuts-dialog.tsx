import { Fragment, useId } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { isApplePlatform } from '../../ui/keyboard/apple-platform.ts';
import { singleKeysSetting } from '../../ui/keyboard/single-keys.ts';
import { getShortcuts, type ShortcutsOptions } from './shortcuts.ts';
import styles from './shortcuts-dialog.module.css';

export function ShortcutsDialog({ isOpen, onOpenChange }: DialogState) {
  const isSearchOff = useStore(useChat().isSearchOff);
  return (
    <Dialog title={lazyStrings.shortcuts.title} isOpen={isOpen} onOpenChange={onOpenChange}>
      <ShortcutsList isSearchOff={isSearchOff} />
      <SingleKeysSwitch isSearchOff={isSearchOff} />
    </Dialog>
  );
}

type PartProps = Pick<ShortcutsOptions, 'isSearchOff'>;

function SingleKeysSwitch({ isSearchOff }: PartProps) {
  const id = useId();
  const texts = lazyStrings.shortcuts;
  return (
    <div className={styles.single}>
      <Switch
        label={texts.singleKeys}
        isOn={useStore(singleKeysSetting)}
        onChange={singleKeysSetting.set}
        describedBy={id}
      />
      <p id={id} className={styles.hint}>
        {isSearchOff ? texts.singleKeyHint : texts.singleKeysHint}
      </p>
    </div>
  );
}

function ShortcutsList({ isSearchOff }: PartProps) {
  return (
    <div className={styles.groups}>
      {getShortcuts({ isApple: isApplePlatform(), isSearchOff }).map(({ title, shortcuts }) => (
        <section key={title}>
          <h3 className={styles.title}>{title}</h3>
          <dl className={styles.shortcuts}>
            {shortcuts.map(({ keys, action }) => (
              <div key={action} className={styles.shortcut}>
                <dt className={styles.keys}>
                  <Keys keys={keys} />
                </dt>
                <dd>{action}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
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

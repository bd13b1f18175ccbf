import { type ComponentType, useState } from 'react';
import type { DialogState } from '../ui/dialog/dialog.tsx';
import { LazyDialog } from '../ui/dialog/lazy-dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import styles from './account-section.module.css';

interface AccountRowProps<Props extends object> {
  label: string;
  value: string;
  /** The name of the button that opens the dialog. */
  action: string;
  load: () => Promise<ComponentType<DialogState & Props>>;
  dialog: Props;
}

/** One way to sign in, with a button for its dialog. */
export function AccountRow<Props extends object>(props: AccountRowProps<Props>) {
  const { label, value, action, load, dialog } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.row}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value} dir="auto">
        {value}
      </dd>
      <dd className={styles.action}>
        <LazyDialog
          isOpen={isOpen}
          onOpenChange={setOpen}
          trigger={<Button variant="plain">{action}</Button>}
          load={load}
          dialog={dialog}
        />
      </dd>
    </div>
  );
}

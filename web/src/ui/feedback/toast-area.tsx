import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, type LucideIcon, X } from 'lucide-react';
import { useEffect } from 'react';
import { strings } from '../../strings/strings.ts';
import { listenForToasts, takeToasts } from './toast.ts';
import styles from './toast-area.module.css';

const manager = Toast.createToastManager();

const DURATION_MS = 4000;
const ICONS: Record<string, LucideIcon> = { error: CircleAlert, info: Info, success: CircleCheck };

export function ToastArea() {
  useEffect(() => {
    listenForToasts(() => {
      for (const toast of takeToasts()) manager.add(toast);
    });
  }, []);
  return (
    <Toast.Provider toastManager={manager} timeout={DURATION_MS}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport} aria-label={strings.shell.notifications}>
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts } = Toast.useToastManager();
  return toasts.map(toast => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className={styles.toast}
      role={toast.type === 'error' ? 'alert' : 'status'}
      aria-modal={undefined}
      swipeDirection="up"
    >
      <Toast.Content className={styles.content}>
        <span className={styles.icon} aria-hidden>
          <ToastIcon type={toast.type} />
        </span>
        <Toast.Description className={styles.words} />
        {/* Base UI hides it from assistive technology until the stack is hovered, although it is focusable. */}
        <Toast.Close className={styles.close} aria-label={strings.shell.dismiss} aria-hidden={false}>
          <X size={16} aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

function ToastIcon({ type }: { type: string | undefined }) {
  const Icon = ICONS[type ?? ''] ?? Info;
  return <Icon size={18} />;
}

import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, type LucideIcon, X } from 'lucide-react';
import { useEffect } from 'react';
import { strings } from '../../strings/strings.ts';
import { listenForToasts, takeToasts, type Toast as Waiting } from './toast.ts';
import styles from './toast-area.module.css';

const manager = Toast.createToastManager();

const DURATION_MS = 4000;
const ICONS: Record<string, LucideIcon> = { error: CircleAlert, info: Info, success: CircleCheck };

export function ToastArea() {
  useEffect(() => {
    listenForToasts(() => {
      for (const toast of takeToasts()) manager.add(toOptions(toast));
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

/** A duration of 0 means that the toast stays. */
function toOptions({ type, description, action, isLasting }: Waiting) {
  // Equal toasts have equal ids, so a second one starts the time of the first again instead of covering it.
  const id = action ? nextId() : `${type} ${description}`;
  const onClick = () => {
    manager.close(id);
    action?.run();
  };
  return {
    id,
    type,
    description,
    ...(isLasting && { timeout: 0 }),
    ...(action && { actionProps: { children: action.label, onClick } }),
  };
}

let lastId = 0;

function nextId(): string {
  return `toast-${++lastId}`;
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
        <div className={styles.words}>
          <Toast.Description />
          <Toast.Action className={styles.action} aria-hidden={false} />
        </div>
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

import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { classNames } from './class-names.ts';
import { type ToastData, toasts } from './toast.ts';
import styles from './toast-area.module.css';

const DURATION_MS = 4000;
const PLACEMENTS = ['top-center', 'bottom-right'] as const;

/** Where toasts appear, above everything else. */
export function ToastArea() {
  return (
    <Toast.Provider toastManager={toasts} timeout={DURATION_MS}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          {PLACEMENTS.map(placement => (
            <ToastStack key={placement} placement={placement} />
          ))}
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastStack({ placement }: ToastData) {
  const { toasts } = Toast.useToastManager<ToastData>();
  return (
    <div className={classNames(styles.stack, styles[placement])}>
      {toasts
        .filter(toast => toast.data?.placement === placement)
        .map(toast => (
          <Toast.Root
            key={toast.id}
            toast={toast}
            className={styles.toast}
            role={toast.type === 'error' ? 'alert' : 'status'}
            aria-modal={undefined}
            swipeDirection={placement === 'top-center' ? 'up' : ['right', 'down']}
          >
            <Toast.Content className={styles.content}>
              <span className={styles.icon} aria-hidden>
                {toast.type === 'error' ? <CircleAlert size={18} /> : <CircleCheck size={18} />}
              </span>
              <Toast.Description className={styles.words} />
              {/* Base UI hides it from assistive technology until the stack is hovered, though focus can reach it. */}
              <Toast.Close className={styles.close} aria-label="Dismiss" aria-hidden={false}>
                <X size={16} aria-hidden />
              </Toast.Close>
            </Toast.Content>
          </Toast.Root>
        ))}
    </div>
  );
}

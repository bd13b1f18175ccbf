import { Menu } from '@base-ui/react/menu';
import { Fragment, useEffect, useRef } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { useOpenTransition } from '../../ui/dialog/use-open-transition.ts';
import styles from '../../ui/menu/menu.module.css';
import { MenuItem } from '../../ui/menu/menu-item.tsx';
import type { ActionsProps, MenuAnchor } from './action-target.ts';

interface RowMenuProps extends MenuAnchor, ActionsProps {}

export function RowMenu(props: RowMenuProps) {
  const { row, actions, anchor, isByKey, isOpen, onClose, onRun, getFinalFocus } = props;
  const { id } = row;
  const isShown = useOpenTransition(isOpen);
  useEffect(() => (isShown ? markRow(id) : undefined), [isShown, id]);
  return (
    <Menu.Root open={isShown} onOpenChange={isOpen => !isOpen && onClose()}>
      {/* Inside a landmark, like all content of the page. */}
      <Menu.Portal container={document.querySelector('main')}>
        <Menu.Positioner
          className={styles.place}
          anchor={anchor}
          side="bottom"
          align="end"
          sideOffset={4}
          positionMethod="fixed"
          collisionPadding={8}
        >
          <Menu.Popup
            className={styles.menu}
            aria-label={lazyStrings.messageActions.menu}
            finalFocus={getFinalFocus}
          >
            <Items actions={actions} isByKey={isByKey} onRun={onRun} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Items({ actions, isByKey, onRun }: Pick<RowMenuProps, 'actions' | 'isByKey' | 'onRun'>) {
  const first = useRef<HTMLElement>(null);
  useEffect(() => {
    // After the menu has moved the focus to itself.
    const frame = isByKey ? requestAnimationFrame(() => first.current?.focus()) : 0;
    return () => cancelAnimationFrame(frame);
  }, [isByKey]);
  const firstDanger = actions.findIndex(({ isDanger }) => isDanger);
  return actions.map((action, index) => (
    <Fragment key={action.label}>
      {index > 0 && index === firstDanger && <Menu.Separator className={styles.separator} />}
      <MenuItem
        ref={index === 0 ? first : undefined}
        icon={action.icon}
        isDanger={action.isDanger}
        onClick={() => onRun(action)}
      >
        {action.label}
      </MenuItem>
    </Fragment>
  ));
}

/** Keeps the row marked while its menu has the focus. */
function markRow(id: string): () => void {
  const row = document.getElementById(id);
  row?.setAttribute('data-has-menu', '');
  return () => row?.removeAttribute('data-has-menu');
}

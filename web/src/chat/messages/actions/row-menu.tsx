import { Menu } from '@base-ui/react/menu';
import { Fragment, useEffect } from 'react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import styles from '../../../ui/menu/menu.module.css';
import { MenuItem } from '../../../ui/menu/menu-item.tsx';
import { PopupMenu } from '../../../ui/menu/popup-menu.tsx';
import type { ActionsProps, MenuAnchor } from './action-target.ts';

interface RowMenuProps extends MenuAnchor, ActionsProps {}

export function RowMenu(props: RowMenuProps) {
  const { row, actions, anchor, isByKey, isOpen, onClose, onRun, getFinalFocus } = props;
  const { id } = row;
  useEffect(() => (isOpen ? markRow(id) : undefined), [isOpen, id]);
  const firstDanger = actions.findIndex(({ isDanger }) => isDanger);
  return (
    <PopupMenu
      label={lazyStrings.messageActions.menu}
      isOpen={isOpen}
      onOpenChange={isOpen => !isOpen && onClose()}
      anchor={anchor}
      container={document.querySelector('main')}
      isByKey={isByKey}
      getFinalFocus={getFinalFocus}
    >
      {actions.map((action, index) => (
        <Fragment key={action.label}>
          {index > 0 && index === firstDanger && <Menu.Separator className={styles.separator} />}
          <MenuItem icon={action.icon} isDanger={action.isDanger} onClick={() => onRun(action)}>
            {action.label}
          </MenuItem>
        </Fragment>
      ))}
    </PopupMenu>
  );
}

/** Keeps the row marked while its menu has the focus. */
function markRow(id: string): () => void {
  const row = document.getElementById(id);
  row?.setAttribute('data-has-menu', '');
  return () => row?.removeAttribute('data-has-menu');
}

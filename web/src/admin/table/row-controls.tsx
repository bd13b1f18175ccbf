import type { ComponentProps } from 'react';
import { Link } from '../../ui/browser/link.tsx';
import { Button } from '../../ui/form/button.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { useRovingTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import styles from './table.module.css';

// The controls of a row, which are in the tab order while the row is selected.

export function RowLink(props: Omit<ComponentProps<typeof Link>, 'className'>) {
  return <Link {...props} className={styles.link} tabIndex={useRovingTabIndex()} />;
}

export function RowButton(props: ComponentProps<typeof Button>) {
  return <Button {...props} tabIndex={useRovingTabIndex()} />;
}

export function RowIconButton(props: ComponentProps<typeof IconButton>) {
  return <IconButton {...props} tabIndex={useRovingTabIndex()} />;
}

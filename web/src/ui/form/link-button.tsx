import type { ComponentProps } from 'react';
import { Link } from '../browser/link.tsx';
import { classNames } from '../class-names.ts';
import styles from './button.module.css';

export function LinkButton(props: Omit<ComponentProps<typeof Link>, 'className'>) {
  return <Link {...props} className={classNames(styles.button, styles.quiet)} />;
}

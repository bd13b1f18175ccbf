import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string;
  icon: LucideIcon;
  look?: 'main' | 'plain';
  /** A count at its corner. It is no part of the name. */
  badge?: string | undefined;
  /** Where the label appears while it is hovered or focused. */
  tip?: 'below' | 'below-left' | 'none';
}

export function IconButton(props: IconButtonProps) {
  const {
    label,
    icon: Icon,
    look = 'plain',
    tip = 'below',
    className,
    badge,
    type = 'button',
    ...rest
  } = props;
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      data-tip={tip}
      className={classNames(styles.button, styles[look], className)}
    >
      <Icon size={20} strokeWidth={1.9} aria-hidden />
      {badge !== undefined && <span className={styles.badge} data-badge={badge} />}
    </button>
  );
}

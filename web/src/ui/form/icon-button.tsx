import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string;
  icon: LucideIcon;
  variant?: 'main' | 'plain';
  /** It points to where one reads on, or back. */
  isMirroredInRtl?: boolean;
  /** A count at its corner. It is no part of the name. */
  badge?: string | undefined;
  /** Where the label appears while it is hovered or focused. */
  tooltip?: 'below' | 'below-start' | 'none';
  /** What it started is under way: it stays focusable and does nothing more. */
  isBusy?: boolean;
}

export function IconButton({
  label,
  icon: Icon,
  variant = 'plain',
  isMirroredInRtl = false,
  badge,
  tooltip = 'below',
  isBusy = false,
  type = 'button',
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-disabled={isBusy || rest['aria-disabled'] || undefined}
      data-tip={tooltip}
      // Elsewhere it would be cut off at the edge of what scrolls.
      title={rest.title ?? (tooltip === 'none' ? label : undefined)}
      className={classNames(styles.button, styles[variant], className)}
      onClick={event => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <Icon size={20} strokeWidth={1.9} aria-hidden data-directed={isMirroredInRtl || undefined} />
      {badge !== undefined && <span className={styles.badge} data-badge={badge} />}
    </button>
  );
}

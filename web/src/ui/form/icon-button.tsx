import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string;
  icon: LucideIcon;
  variant?: 'main' | 'plain';
  /** For icons that point in or against the reading direction. */
  isMirroredInRtl?: boolean;
  /** A count at the corner. Not a part of the accessible name. */
  badge?: string | undefined;
  tooltip?: 'below' | 'below-start' | 'none';
  /** The button stays focusable but ignores clicks. */
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
      // A tooltip would be clipped at the edge of a scroll container, so these buttons have a title.
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

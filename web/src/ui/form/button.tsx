import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'main' | 'danger' | 'quiet' | 'plain';
  /** The button stays focusable but ignores clicks. */
  isBusy?: boolean;
}

export function Button({
  variant = 'quiet',
  isBusy = false,
  type = 'button',
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(styles.button, styles[variant], className)}
      aria-disabled={isBusy || rest['aria-disabled'] || undefined}
      aria-busy={isBusy || undefined}
      onClick={event => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

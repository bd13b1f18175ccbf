import { Menu } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './menu.module.css';

type MenuItemProps = Omit<ComponentProps<typeof Menu.Item>, 'className'> & {
  icon: LucideIcon;
  isDanger?: boolean | undefined;
};

export function MenuItem({ icon: Icon, isDanger, children, ...rest }: MenuItemProps) {
  return (
    <Menu.Item {...rest} className={classNames(styles.item, isDanger && styles.danger)}>
      <Icon size={18} strokeWidth={1.9} aria-hidden />
      {children}
    </Menu.Item>
  );
}

import { Menu } from '@base-ui/react/menu';
import { Check, ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './menu.module.css';

interface SubMenuProps {
  icon: LucideIcon;
  label: string;
  /** For a menu outside of the landmarks of the page. */
  isLandmark?: boolean;
  children: ReactNode;
}

/** An item that opens further items. */
export function SubMenu({ icon: Icon, label, isLandmark, children }: SubMenuProps) {
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className={styles.item}>
        <Icon size={18} strokeWidth={1.9} aria-hidden />
        {label}
        <ChevronRight className={styles.more} size={16} data-directed aria-hidden />
      </Menu.SubmenuTrigger>
      <Menu.Portal>
        <Menu.Positioner
          className={styles.place}
          {...(isLandmark && { role: 'region', 'aria-label': label })}
          positionMethod="fixed"
          alignOffset={-5}
          collisionPadding={8}
        >
          <Menu.Popup className={styles.menu} aria-label={label}>
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  );
}

interface RadioItemsProps<Value extends string> {
  value: Value;
  options: readonly { value: Value; label: string }[];
  /** Also called for the present value. */
  onChoose: (value: Value) => void;
}

/** Items of which one is checked. */
export function RadioItems<Value extends string>({
  value: chosen,
  options,
  onChoose,
}: RadioItemsProps<Value>) {
  return (
    <Menu.RadioGroup value={chosen}>
      {options.map(({ value, label }) => (
        <Menu.RadioItem
          key={value}
          value={value}
          className={styles.item}
          closeOnClick
          onClick={() => onChoose(value)}
        >
          <Menu.RadioItemIndicator className={styles.check} keepMounted>
            <Check size={18} strokeWidth={2.4} aria-hidden />
          </Menu.RadioItemIndicator>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

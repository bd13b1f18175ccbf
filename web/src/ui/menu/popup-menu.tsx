import { Menu } from '@base-ui/react/menu';
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useCover } from '../dialog/use-cover.ts';
import styles from './menu.module.css';

interface PopupMenuProps {
  label: string;
  isOpen: boolean;
  /** `reason`: that of the library. */
  onOpenChange: (isOpen: boolean, reason?: string) => void;
  anchor: ComponentProps<typeof Menu.Positioner>['anchor'];
  /** A landmark, like all content of the page. A menu in a dialog has none: it is a landmark itself, so that the focus returns. */
  container?: HTMLElement | null | undefined;
  /** Whether a key opened the menu: the first item then has the focus. */
  isByKey?: boolean | undefined;
  /** The element for the focus after closing. False leaves the focus where it is. */
  getFinalFocus: () => HTMLElement | false | null;
  children: ReactNode;
}

/** A menu without a trigger of its own. */
export function PopupMenu(props: PopupMenuProps) {
  const { label, isOpen, onOpenChange, anchor, container, isByKey = false, getFinalFocus, children } = props;
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Menu.Root
      open={useCover(isOpen, () => onOpenChange(false))}
      onOpenChange={(isOpen, { reason }) => onOpenChange(isOpen, reason)}
    >
      <Menu.Portal container={container}>
        <Menu.Positioner
          className={styles.place}
          {...(!container && { role: 'region', 'aria-label': label })}
          anchor={anchor}
          side="bottom"
          align="end"
          sideOffset={4}
          positionMethod="fixed"
          collisionPadding={8}
        >
          <Menu.Popup ref={popup} className={styles.menu} aria-label={label} finalFocus={getFinalFocus}>
            <InitialFocus popup={popup} isByKey={isByKey} />
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function InitialFocus({ popup, isByKey }: { popup: RefObject<HTMLElement | null>; isByKey: boolean }) {
  const [wasByKey] = useState(isByKey);
  useEffect(() => {
    if (!wasByKey) return undefined;
    const focusFirstItem = () => popup.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
    // After the menu has moved the focus to itself.
    const frame = requestAnimationFrame(focusFirstItem);
    return () => cancelAnimationFrame(frame);
  }, [popup, wasByKey]);
  return null;
}

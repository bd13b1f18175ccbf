import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { strings } from '../../strings/strings.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { IconButton } from '../../ui/form/icon-button.tsx';

interface ListOptionsButtonProps {
  className: string | undefined;
}

/** For all rooms of the person. */
export function ListOptionsButton({ className }: ListOptionsButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [ListOptionsMenu] = useDialog(
    () => import('./list-options-menu.tsx').then(module => module.ListOptionsMenu),
    isOpen,
    () => setOpen(false),
  );
  return (
    <>
      <IconButton
        ref={button}
        className={className}
        label={strings.rooms.listOptions}
        icon={Ellipsis}
        tooltip="none"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      {ListOptionsMenu && <ListOptionsMenu button={button} isOpen={isOpen} onOpenChange={setOpen} />}
    </>
  );
}

import { useWorkspace } from '../state/use-workspace.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { LinkButton } from '../ui/form/link-button.tsx';

/** For workspace admins only. */
export function AdminLink({ onFollow }: { onFollow: () => void }) {
  const [workspace] = useWorkspace();
  return (
    workspace?.admin && (
      <LinkButton href="/admin" onClick={onFollow}>
        {lazyStrings.admin.open}
      </LinkButton>
    )
  );
}

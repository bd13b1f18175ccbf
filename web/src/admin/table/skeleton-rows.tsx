import { LoadingText, SkeletonLine } from '../../ui/feedback/loading.tsx';

const WIDTHS = [50, 35, 75, 50, 35] as const;

/** The shape of a table that loads. */
export function SkeletonRows({ columns }: { columns: number }) {
  return (
    <tbody>
      {WIDTHS.map((width, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the rows never change
        <tr key={index}>
          <td colSpan={columns}>
            {index === 0 && <LoadingText />}
            <span aria-hidden>
              <SkeletonLine width={width} />
            </span>
          </td>
        </tr>
      ))}
    </tbody>
  );
}

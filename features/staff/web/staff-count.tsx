import { staff } from '#features/staff/contract/limits.ts';

/** How many wait, beside a tab or a filter; the room for a digit while that is not known, so that nothing moves. */
export function StaffCount({ count }: { count: number | undefined }) {
  if (count === undefined)
    return (
      <span aria-hidden="true" className="staff-count tape invisible" data-empty>
        0
      </span>
    );
  const shown = count > staff.countMax ? `${staff.countMax}+` : count;
  // Read out as the specification has it, "Pending Posts (3)"; on the screen the frame stands for the brackets.
  return (
    <>
      <span aria-hidden="true" className="staff-count tape" data-empty={count === 0 || undefined}>
        {shown}
      </span>
      <span className="sr-only">({shown})</span>
    </>
  );
}

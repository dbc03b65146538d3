import { classes } from '#platform/web/ui/classes.ts';

/** Three bars that bounce while something works. Decorative: say what is happening in words beside it. */
export function Spinner({ className }: { className?: string | undefined }) {
  return (
    <span aria-hidden="true" className={classes('spinner', className)}>
      <i />
      <i />
      <i />
    </span>
  );
}

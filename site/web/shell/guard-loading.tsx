import { Spinner } from '#platform/web/ui/graphics/spinner.tsx';

/** While the browser itself checks the session. */
export function GuardLoading() {
  return (
    <div className="grid min-h-80 place-items-center" role="status">
      <p className="flex items-center gap-3 text-soft">
        <Spinner className="text-primary-text" />
        Loading...
      </p>
    </div>
  );
}

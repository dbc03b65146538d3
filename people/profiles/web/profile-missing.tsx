import { Page } from '#platform/web/ui/page.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { FlatLine } from '#platform/web/ui/graphics/flat-line.tsx';

/** A username that nobody has. */
export function ProfileMissing() {
  return (
    <Page width="narrow">
      <div className="grid justify-items-center gap-5 py-16 text-center">
        <FlatLine />
        <h1 className="heading-widest text-2xl">Profile Not Found</h1>
        <ButtonLink to="/">Home</ButtonLink>
      </div>
    </Page>
  );
}

import { shownErrors } from '#platform/contract/shown-errors.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { FlatLine } from '#platform/web/ui/graphics/flat-line.tsx';

/** The page of an unknown or expired secret link. */
export function LinkMissing() {
  const { title, text } = shownErrors.secret_link_unknown;
  return (
    <Page width="narrow">
      <div className="grid justify-items-center gap-4 py-16 text-center">
        <FlatLine />
        <h1 className="heading-widest text-2xl">{title}</h1>
        <p className="max-w-[24rem] text-soft">{text}</p>
        <ButtonLink to="/">Home</ButtonLink>
      </div>
    </Page>
  );
}

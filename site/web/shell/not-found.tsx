import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { FlatLine } from '#platform/web/ui/graphics/flat-line.tsx';
import { Page } from '#platform/web/ui/page.tsx';

/** Any unknown path. @param title of a part of the site that is switched off */
export function NotFound({ title = 'Oops! Page not found' }: { title?: string }) {
  return (
    <Page width="narrow">
      <div className="grid justify-items-center gap-5 py-16 text-center">
        <p aria-hidden="true" className="tape text-4xl font-bold text-primary-text">
          404
        </p>
        <FlatLine />
        <h1 className="heading-widest text-2xl">{title}</h1>
        <ButtonLink to="/" variant="primary">
          Return to Home
        </ButtonLink>
      </div>
    </Page>
  );
}

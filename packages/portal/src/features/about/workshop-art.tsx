/** A laser cutter, a 3D printer and a welder on one line, with the account in the middle. */
export const WorkshopArt = ({ className }: { className?: string | undefined }) => (
  <svg className={className} viewBox="0 0 480 132" fill="none" strokeWidth="2" aria-hidden="true">
    <path
      d="M0 33h480M0 66h480M0 99h480M60 0v132M120 0v132M180 0v132M240 0v132M300 0v132M360 0v132M420 0v132"
      stroke="var(--line)"
      strokeWidth="1"
    />
    <path d="M84 106h312" stroke="var(--accent)" strokeDasharray="2 7" strokeLinecap="round" />
    <g stroke="var(--ink)" strokeLinecap="round" strokeLinejoin="round">
      <path d="M40 40h88v50H40zM40 78h88M48 90v16M120 90v16" fill="var(--surface)" />
      <path d="M76 40v10h16V40M84 50v7" />
      <path d="M330 106V34h52v72M330 48h52M340 94h32M349 48v8h14v-8" fill="var(--surface)" />
      <path d="M346 94V78l10-5 10 5v16M346 78l10 5 10-5M356 83v11" />
      <path d="M418 106h40M428 106V92h20v14M438 92V66l16-16" fill="var(--surface)" />
    </g>
    <path d="M84 57v21M356 56v17M456 48l8-8" stroke="var(--accent)" strokeLinecap="round" />
    <rect x="196" y="30" width="88" height="76" rx="12" fill="var(--surface)" stroke="var(--accent)" />
    <circle cx="240" cy="58" r="11" stroke="var(--accent)" fill="var(--accent-soft)" />
    <path
      d="M218 92c2-12 11-17 22-17s20 5 22 17"
      stroke="var(--accent)"
      fill="var(--accent-soft)"
      strokeLinecap="round"
    />
  </svg>
)

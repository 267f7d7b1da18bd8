/** The wallet's icon: a folded card on a round tile. A data URI, because EIP-6963 requires the image in the announcement. */

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">
<rect width="96" height="96" rx="24" fill="#0f766e"/>
<path d="M22 36a8 8 0 0 1 8-8h34a6 6 0 0 1 6 6v4H30a8 8 0 0 1-8-2z" fill="#99f6e4"/>
<path d="M22 34v28a8 8 0 0 0 8 8h38a6 6 0 0 0 6-6V44a6 6 0 0 0-6-6H30a8 8 0 0 1-8-4z" fill="#f0fdfa"/>
<circle cx="61" cy="54" r="5" fill="#0f766e"/>
</svg>`;

export const icon = `data:image/svg+xml;base64,${btoa(drawing)}`;

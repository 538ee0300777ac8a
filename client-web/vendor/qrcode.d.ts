/** What we use of qrcode-generator 2.0.4. */
export interface QRCode {
  addData(data: string, mode?: "Numeric" | "Alphanumeric" | "Byte"): void;
  make(): void;
  getModuleCount(): number;
  isDark(row: number, col: number): boolean;
}
export function qrcode(typeNumber: number, errorCorrectionLevel: "L" | "M" | "Q" | "H"): QRCode;
export default qrcode;

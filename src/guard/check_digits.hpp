// The checksums of card, account and identity numbers. Each takes the bare digits (and letters).
#pragma once

#include <string_view>

namespace pyramid::guard {

bool is_card(std::string_view digits);  // issuer's range, length and Luhn's sum
bool is_iban(std::string_view code);    // the country's length, ISO 7064 mod 97-10
bool is_us_ssn(std::string_view digits);
bool is_german_tax_id(std::string_view digits);
bool is_cpf(std::string_view digits);
bool is_cnpj(std::string_view digits);
bool is_spanish_id(std::string_view code);  // DNI "12345678Z", NIE "X1234567L"
bool is_bsn(std::string_view digits);
bool is_aadhaar(std::string_view digits);
bool is_codice_fiscale(std::string_view code);
bool is_nir(std::string_view digits);

}  // namespace pyramid::guard

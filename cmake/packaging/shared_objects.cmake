# Writes which shared objects of the system a program takes.
#   cmake -D PROGRAM=… -D OPENED=… (those that it opens itself) -D TO=… -P shared_objects.cmake
execute_process(COMMAND objdump -p "${PROGRAM}" OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "NEEDED +[^ \n]+" needed "${headers}")
list(TRANSFORM needed REPLACE "NEEDED +" "  ")
list(JOIN needed "\n" needed)
string(REGEX MATCHALL "GLIBC_[0-9]+\\.[0-9]+" versions "${headers}")
list(SORT versions COMPARE NATURAL ORDER DESCENDING)
list(GET versions 0 newest)
list(JOIN OPENED "\n  " opened)
file(WRITE "${TO}"
  "At each start pyramid loads from the system, with ${newest} or later:\n${needed}\n"
  "and when they are first needed, for git's history, language models and line editing in chat:\n"
  "  ${opened}\n"
  "All else that it links is within it.\n")

module calque

go 1.19
